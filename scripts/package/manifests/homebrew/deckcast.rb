# typed: true
# frozen_string_literal: true

# Shows your stream what you are playing.
class Deckcast < Formula
  desc "Shows your stream what you are playing"
  homepage "@HOME@"
  version "@VERSION@"
  license "MIT"

  on_macos do
    on_arm do
      url "@DOWNLOADS@/@FILE:macos-arm64@"
      sha256 "@SUM:macos-arm64@"
    end
    on_intel do
      url "@DOWNLOADS@/@FILE:macos-x64@"
      sha256 "@SUM:macos-x64@"
    end
  end

  on_linux do
    on_arm do
      url "@DOWNLOADS@/@FILE:linux-arm64@"
      sha256 "@SUM:linux-arm64@"
    end
    on_intel do
      url "@DOWNLOADS@/@FILE:linux-x64@"
      sha256 "@SUM:linux-x64@"
    end
  end

  def install
    libexec.install Dir["*"]
    bin.write_exec_script libexec/"bin/deckcast"
  end

  service do
    run [opt_bin/"deckcast", "start"]
    keep_alive successful_exit: false
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/deckcast version")
  end
end
