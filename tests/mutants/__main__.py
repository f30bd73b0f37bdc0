"""Every planted fault: first in the formulas, then in the reference.  Fails if too many are overlooked."""

from __future__ import annotations

import sys

from tests.mutants import formulas, reference

if __name__ == "__main__":
    overlooked = [formulas.main([]), reference.main()]
    sys.exit(max(overlooked))
