@echo off
title Tillbridge
rem Closing this window closes the till. It is started again at once when a new version was installed (75), and when what keeps it
rem was killed, as soon as everything has ended in its order. Not when it was closed (0), or has said why it cannot run (78).
:again
"%~dp0bin\node.exe" "%~dp0build\scripts\till-window.mjs" %*
if %ERRORLEVEL% EQU 75 goto again
if %ERRORLEVEL% EQU 0 exit /b 0
if %ERRORLEVEL% EQU 78 exit /b 78
if not exist "%~dp0bin\node.exe" exit /b 1
ping -n 21 127.0.0.1 >nul
goto again
