"""An import that fails."""

import pipeline.formeln
