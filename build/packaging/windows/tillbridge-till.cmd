@echo off
title Tillbridge
rem Closing this window closes the till. The till is started again at once when a new version was installed (75). When its keeper
rem was killed, it is started again after all processes have ended. It is not when it was closed (0) or cannot run (78).
:again
"%~dp0bin\node.exe" "%~dp0build\scripts\till-window.mjs" %*
if %ERRORLEVEL% EQU 75 goto again
if %ERRORLEVEL% EQU 0 exit /b 0
if %ERRORLEVEL% EQU 78 exit /b 78
if not exist "%~dp0bin\node.exe" exit /b 1
ping -n 21 127.0.0.1 >nul
goto again
