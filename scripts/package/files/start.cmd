@echo off
rem A double-click opens this in a window of its own: deckcast runs until the window is closed or Ctrl-C is pressed.
title deckcast
chcp 65001 >nul
call "%~dp0bin\deckcast.cmd" start --open
rem What went wrong stays on the screen; 130 and above are an orderly stop.
if errorlevel 1 if not errorlevel 129 pause
