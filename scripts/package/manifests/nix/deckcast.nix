{
  lib,
  stdenv,
  fetchurl,
  autoPatchelfHook,
}:

let
  files = {
    x86_64-linux = {
      url = "@DOWNLOADS@/@FILE:linux-x64@";
      sha256 = "@SUM:linux-x64@";
    };
    aarch64-linux = {
      url = "@DOWNLOADS@/@FILE:linux-arm64@";
      sha256 = "@SUM:linux-arm64@";
    };
    x86_64-darwin = {
      url = "@DOWNLOADS@/@FILE:macos-x64@";
      sha256 = "@SUM:macos-x64@";
    };
    aarch64-darwin = {
      url = "@DOWNLOADS@/@FILE:macos-arm64@";
      sha256 = "@SUM:macos-arm64@";
    };
  };
in
stdenv.mkDerivation {
  pname = "deckcast";
  version = "@VERSION@";
  src = fetchurl (
    files.${stdenv.hostPlatform.system} or (throw "deckcast has no build for ${stdenv.hostPlatform.system}")
  );

  nativeBuildInputs = lib.optional stdenv.hostPlatform.isLinux autoPatchelfHook;
  buildInputs = lib.optional stdenv.hostPlatform.isLinux stdenv.cc.cc.lib;
  dontBuild = true;
  # Node and the native libraries stay as their makers built them.
  dontStrip = true;

  installPhase = ''
    runHook preInstall
    mkdir -p $out/bin $out/lib/deckcast
    cp -r bin lib licenses $out/lib/deckcast
    ln -s $out/lib/deckcast/bin/deckcast $out/bin/deckcast
    runHook postInstall
  '';

  meta = {
    description = "Shows your stream what you are playing";
    homepage = "@HOME@";
    license = lib.licenses.mit;
    mainProgram = "deckcast";
    platforms = builtins.attrNames files;
    sourceProvenance = [ lib.sourceTypes.binaryNativeCode ];
  };
}
