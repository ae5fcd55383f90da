import QtQuick 2.5

QtObject {
    readonly property string url: "http://localhost:8080"

    function send(path, body) {
        var request = new XMLHttpRequest();
        var text = JSON.stringify(body);
        request.open("POST", url + "/" + path, true);
        request.setRequestHeader("Content-Type", "application/json");
        // In characters, as the client does; the engine puts the number of bytes in its place.
        request.setRequestHeader("Content-Length", text.length);
        request.send(text);
    }
}
