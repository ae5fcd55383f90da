import QtQuick 2.5
import CSI 1.0
import "Api"

Module {
    Deck { index: 1 }
    Deck { index: 2 }
    Deck { index: 3 }
    Deck { index: 4 }
    Channel { index: 1 }
    Channel { index: 2 }
    Channel { index: 3 }
    Channel { index: 4 }
}
