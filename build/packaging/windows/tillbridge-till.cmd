@echo off
title Tillbridge
rem Closing this window closes the till. Exit code 75 (a new version was installed) starts the till again at once. If the
rem supervisor was killed, the till is started again after its processes have ended. 0 (closed) and 78 (cannot run) end it.
:again
"%~dp0bin\node.exe" "%~dp0build\scripts\till-window.mjs" %*
if %ERRORLEVEL% EQU 75 goto again
if %ERRORLEVEL% EQU 0 exit /b 0
if %ERRORLEVEL% EQU 78 exit /b 78
if not exist "%~dp0bin\node.exe" exit /b 1
ping -n 21 127.0.0.1 >nul
goto again
