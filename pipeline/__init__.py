"""nachgerechnet: builds documents in which every number is computed, proven and explained."""
