import QtQuick 2.5
import CSI 1.0

Item {
    id: property

    property string path
    property var value

    onPathChanged: value = Store.get(path)

    Connections {
        target: Store
        function onChanged(changed) {
            if (changed === property.path) {
                property.value = Store.get(changed);
            }
        }
    }
}
