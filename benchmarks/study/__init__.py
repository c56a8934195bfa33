"""The long simulations behind docs/validation.md: coverage, bias, size and power, with fixed seeds."""
