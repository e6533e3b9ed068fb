"""The Old Prince 1871, designed by Lucas Boyd: the railway whose shares are exchanged for those of others.

All else is data.
"""

from __future__ import annotations

OPEN18XX_PLUGIN_API = 1
