"""Changes to the reference that no test can notice, each with its reason."""

EQUIVALENT: dict[str, str] = {}
