import QtQuick 2.5
import CSI 1.0

Item {
    id: deck

    Client { id: api }

    property int index: 1
    readonly property string letter: "ABCD".charAt(index - 1)
    readonly property string prefix: "app.traktor.decks." + index + "."

    AppProperty { id: title; path: deck.prefix + "content.title" }
    AppProperty { id: artist; path: deck.prefix + "content.artist" }
    AppProperty { id: genre; path: deck.prefix + "content.genre" }
    AppProperty { id: filePath; path: deck.prefix + "track.content.file_path" }
    AppProperty { id: trackLength; path: deck.prefix + "track.content.track_length" }
    AppProperty { id: elapsed; path: deck.prefix + "track.player.elapsed_time" }
    AppProperty { path: deck.prefix + "is_loaded_signal"; onValueChanged: loading.restart() }
    AppProperty {
        id: play
        path: deck.prefix + "play"
        onValueChanged: api.send("updateDeck/" + deck.letter, { elapsedTime: elapsed.value, isPlaying: value })
    }
    AppProperty {
        path: deck.prefix + "sync.enabled"
        onValueChanged: api.send("updateDeck/" + deck.letter, { isSynced: value })
    }

    Timer {
        id: loading
        interval: 250
        onTriggered: api.send("deckLoaded/" + deck.letter, {
            filePath: filePath.value,
            title: title.value,
            artist: artist.value,
            genre: genre.value,
            trackLength: trackLength.value,
            elapsedTime: elapsed.value,
            nextCuePos: null,
            isPlaying: play.value
        })
    }

    Timer {
        interval: 1000
        repeat: true
        running: play.value === true
        onTriggered: api.send("updateDeck/" + deck.letter, { elapsedTime: elapsed.value })
    }
}
