"""audit: what was written is read back and compared with the ledger, digit by digit.

Nothing here trusts the writers: it knows their output only, the numbers, and which typed digits the
check stage let pass.  It must find a single wrong digit in HTML, PDF or a drawing.
"""

from pipeline.outputs.audit.expected import Expected, expected
from pipeline.outputs.audit.form import audit_form
from pipeline.outputs.audit.html import audit_html
from pipeline.outputs.audit.pdf import audit_pdf
from pipeline.outputs.audit.svg import audit_svg

__all__ = ["Expected", "audit_form", "audit_html", "audit_pdf", "audit_svg", "expected"]
