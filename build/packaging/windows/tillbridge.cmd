@echo off
"%~dp0bin\node.exe" --disable-warning=ExperimentalWarning "%~dp0build\out\product\cli.js" %*
