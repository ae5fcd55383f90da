pragma Singleton
import QtQuick 2.5

// The properties of a Traktor, by path.
QtObject {
    property var values: ({})

    signal changed(string path)

    function get(path) {
        return values[path];
    }

    function set(path, value) {
        values[path] = value;
        changed(path);
    }
}
