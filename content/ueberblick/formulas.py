"""What this page's own formulas mean; the others stand in content/formulas.py."""

from __future__ import annotations

from pipeline.formulas import Formula, each, page

single_query = Formula("=", {"q": page("single_query")})

single_given = Formula("=; =; =; =", {"k": each(page("single_keys")), "v": each(page("single_values"))})
