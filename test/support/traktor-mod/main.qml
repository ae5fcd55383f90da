import QtQuick 2.5
import CSI 1.0

// A Traktor that plays one track, then another one.
Item {
    id: traktor

    property int step: 0
    readonly property var steps: [
        function () { mod.source = "D2.qml"; },
        function () { load(1, "Två 三 \"x\"", "Ädä"); },
        function () { fader(1, 1); play(1, true); },
        function () { load(2, "Two", "Bo"); },
        function () { play(2, true); fader(2, 0.8); },
        function () { fader(1, 0); },
        function () { play(1, false); }
    ]

    function deck(index, name, value) {
        Store.set("app.traktor.decks." + index + "." + name, value);
    }

    function load(index, title, artist) {
        deck(index, "content.title", title);
        deck(index, "content.artist", artist);
        deck(index, "track.content.file_path", title === "" ? "" : "/Volumes/Macintosh HD/Music/" + title + ".mp3");
        deck(index, "track.content.track_length", title === "" ? 0 : 301);
        deck(index, "is_loaded_signal", title !== "");
    }

    function play(index, on) {
        deck(index, "play", on);
    }

    function fader(channel, to) {
        Store.set("app.traktor.mixer.channels." + channel + ".volume", to);
    }

    Component.onCompleted: {
        for (var index = 1; index <= 4; index += 1) {
            load(index, "", "");
            play(index, false);
            fader(index, 0);
            deck(index, "content.genre", "House");
            deck(index, "track.player.elapsed_time", 0);
            deck(index, "sync.enabled", false);
        }
        steps[0]();
    }

    Loader { id: mod }

    Timer {
        interval: 400
        repeat: true
        running: true
        onTriggered: {
            traktor.step += 1;
            if (traktor.step < traktor.steps.length) {
                traktor.steps[traktor.step]();
            }
        }
    }
}
