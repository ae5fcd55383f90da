import QtQuick 2.5
import CSI 1.0

Item {
    id: channel

    Client { id: api }

    property int index: 1
    readonly property string prefix: "app.traktor.mixer.channels." + index + "."
    readonly property bool onAir: volume.value > 0

    onOnAirChanged: api.send("updateChannel/" + index, { isOnAir: onAir })

    AppProperty { id: volume; path: channel.prefix + "volume"; onValueChanged: resting.restart() }

    Timer {
        id: resting
        property real told: 0
        interval: 250
        onTriggered: {
            if (told !== volume.value) {
                told = volume.value;
                api.send("updateChannel/" + channel.index, { onAirLevel: told });
            }
        }
    }
}
