@rem The command line of deckcast, run by the Node that came with it.
@setlocal DisableDelayedExpansion
@"%~dp0..\lib\node.exe" "%~dp0..\lib\bin\deckcast.js" %*
