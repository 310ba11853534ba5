"""Which definitions and values are acceptable. Every refusal names the field and says what was expected."""
