"""The number kinds: rigorous balls, the recorded computation, the exact pass, certified decimals."""
