@echo off
rem A double-click opens this in a window of its own: deckcast runs until the window is closed or Ctrl-C is pressed.
setlocal DisableDelayedExpansion
title deckcast
chcp 65001 >nul
rem A double-click in the window of a .zip unpacks this file alone.
if exist "%~dp0lib\node.exe" goto unpacked
echo deckcast is still packed. Close this window, right-click the .zip file, choose
echo "Extract all", and double-click "Start deckcast" in the new folder.
pause
exit /b 1
:unpacked
rem Not by "call", which would read a percent sign in the path of this folder again.
"%~dp0lib\node.exe" "%~dp0lib\bin\deckcast.js" start --open
rem What went wrong stays on the screen; 130 and above are an orderly stop.
if errorlevel 1 if not errorlevel 129 pause
