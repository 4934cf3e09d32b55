@echo off
title Tillbridge
rem Closing this window closes the till. It ends with 75 when a new version was installed.
:again
"%~dp0bin\node.exe" --disable-warning=ExperimentalWarning "%~dp0build\out\product\web.js" --show %*
if %ERRORLEVEL% EQU 75 goto again
exit /b %ERRORLEVEL%
