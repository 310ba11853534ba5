"""Stands outside and looks at the whole: alarms when due work is not being started, and tells people what they asked to know."""
