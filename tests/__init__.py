"""Tests of the project; a package, because a library on the path has one of the same name."""
