import CGTK
import Geometry
import GridGTK
import Testing

/// Events as GDK would make them, handed to GTK as its main loop hands them on. `gtk_test_widget_send_key` and its
/// relatives want a window manager and time; these do not.
extension Stage {
    /// A wheel's notch, or a smooth movement where `delta` is given.
    func scroll(
        _ direction: GdkScrollDirection = GDK_SCROLL_SMOOTH, delta: Point = .zero, _ state: GdkModifierType = [],
        at point: Point = Point(x: 300, y: 300), from source: GdkInputSource = GDK_SOURCE_MOUSE
    ) throws {
        try send(GDK_SCROLL, from: source) { event, window in
            event.pointee.scroll.window = window
            event.pointee.scroll.time = time
            event.pointee.scroll.is_stop = direction == GDK_SCROLL_SMOOTH && delta == .zero ? 1 : 0
            (event.pointee.scroll.x, event.pointee.scroll.y) = (point.x, point.y)
            event.pointee.scroll.direction = direction
            (event.pointee.scroll.delta_x, event.pointee.scroll.delta_y) = (delta.x, delta.y)
            event.pointee.scroll.state = state.rawValue
        }
    }

    /// Fingers on a trackpad that move by steps of `delta`, a hundred a second, and are lifted.
    func flick(_ delta: Point, steps: Int = 10) throws {
        for _ in 0..<steps {
            time += 10
            try scroll(delta: delta, from: GDK_SOURCE_TOUCHPAD)
        }
        try scroll(from: GDK_SOURCE_TOUCHPAD)
    }

    /// A finger on a touch screen.
    func touch(_ type: GdkEventType, _ finger: UInt = 1, at point: Point) throws {
        try send(type, from: GDK_SOURCE_TOUCHSCREEN) { event, window in
            event.pointee.touch.window = window
            event.pointee.touch.time = time
            event.pointee.touch.sequence = OpaquePointer(bitPattern: finger)
            (event.pointee.touch.x, event.pointee.touch.y) = (point.x, point.y)
        }
    }

    /// Two fingers on a trackpad that have come `scale` times as far apart as they were first.
    func pinch(_ phase: GdkTouchpadGesturePhase, scale: Double = 1, at point: Point) throws {
        try send(GDK_TOUCHPAD_PINCH, from: GDK_SOURCE_TOUCHPAD) { event, window in
            event.pointee.touchpad_pinch.window = window
            event.pointee.touchpad_pinch.phase = Int8(phase.rawValue)
            event.pointee.touchpad_pinch.scale = scale
            (event.pointee.touchpad_pinch.x, event.pointee.touchpad_pinch.y) = (point.x, point.y)
        }
    }

    /// A key going up.
    func release(_ key: Int32) throws { try press(key, type: GDK_KEY_RELEASE) }

    /// A key going down.
    func press(_ key: Int32, _ state: GdkModifierType = [], type: GdkEventType = GDK_KEY_PRESS) throws {
        try send(type, from: GDK_SOURCE_KEYBOARD) { event, window in
            event.pointee.key.window = window
            event.pointee.key.keyval = UInt32(key)
            event.pointee.key.state = state.rawValue
        }
    }

    /// A button going down and up.
    func click(_ point: Point, button: UInt32 = 1, holding state: GdkModifierType = []) throws {
        try send(GDK_BUTTON_PRESS, button, at: point, holding: state)
        try send(GDK_BUTTON_RELEASE, button, at: point)
    }

    /// Two clicks, as GDK tells of them: the second is told of twice.
    func doubleClick(_ point: Point) throws {
        try click(point)
        try send(GDK_BUTTON_PRESS, at: point)
        try send(GDK_2BUTTON_PRESS, at: point)
        try send(GDK_BUTTON_RELEASE, at: point)
    }

    /// The first button going down, the pointer moving, and, unless it is held, the button going up.
    func drag(_ point: Point, to end: Point, holding: Bool = false) throws {
        try move(to: point)
        try send(GDK_BUTTON_PRESS, at: point)
        try move(to: Point(x: (point.x + end.x) / 2, y: (point.y + end.y) / 2))
        try move(to: end)
        if !holding { try send(GDK_BUTTON_RELEASE, at: end) }
    }

    func send(
        _ type: GdkEventType, _ button: UInt32 = 1, at point: Point, holding state: GdkModifierType = []
    ) throws {
        try send(type, from: GDK_SOURCE_MOUSE) { event, window in
            event.pointee.button.window = window
            (event.pointee.button.x, event.pointee.button.y) = (point.x, point.y)
            event.pointee.button.button = button
            event.pointee.button.state = state.rawValue
            event.pointee.button.time = time
        }
    }

    func move(to point: Point) throws {
        try send(GDK_MOTION_NOTIFY, from: GDK_SOURCE_MOUSE) { event, window in
            event.pointee.motion.window = window
            event.pointee.motion.time = time
            (event.pointee.motion.x, event.pointee.motion.y) = (point.x, point.y)
            (event.pointee.motion.x_root, event.pointee.motion.y_root) = (point.x, point.y)
        }
    }

    /// The pointer leaving the grid.
    func leave() throws {
        try send(GDK_LEAVE_NOTIFY, from: GDK_SOURCE_MOUSE) { event, window in
            event.pointee.crossing.window = window
        }
    }

    /// Makes an event for the surface's GDK window, which takes a reference of its own, and hands it to GTK.
    func send(
        _ type: GdkEventType, from source: GdkInputSource,
        _ fill: (UnsafeMutablePointer<GdkEvent>, OpaquePointer) -> Void
    ) throws {
        let surface = try surface
        let event = try #require(gdk_event_new(type))
        defer { gdk_event_free(event) }
        let window = try #require(gtk_widget_get_window(surface))
        g_object_ref(UnsafeMutableRawPointer(window))
        fill(event, window)
        event.pointee.any.send_event = 1
        let seat = gdk_display_get_default_seat(gdk_display_get_default())
        let master =
            source == GDK_SOURCE_KEYBOARD ? gdk_seat_get_keyboard(seat) : gdk_seat_get_pointer(seat)
        gdk_event_set_device(event, master)
        let device = try Devices.device(source)
        gdk_event_set_source_device(event, device)
        if type == GDK_KEY_PRESS || type == GDK_KEY_RELEASE {
            // A key goes to the focus, as the window hands it on.
            gtk_widget_event(surface, event)
        } else {
            gtk_main_do_event(event)
        }
    }
}

/// Input devices that Xvfb does not have.
enum Devices {
    private static var made: [GdkInputSource.RawValue: OpaquePointer] = [:]

    /// A device that says it is a mouse, a touchpad, …: GDK tells them apart by a property that is set when they are made.
    static func device(_ source: GdkInputSource) throws -> OpaquePointer {
        if let device = made[source.rawValue] { return device }
        let display = try #require(gdk_display_get_default())
        let type = g_type_from_name("GdkX11DeviceXI2")
        try #require(type != 0, "GDK does not use the X input extension")
        var names: [UnsafePointer<CChar>?] = []
        var values: [GValue] = []
        func add(_ name: StaticString, _ type: GType, _ set: (UnsafeMutablePointer<GValue>) -> Void) {
            var value = GValue()
            g_value_init(&value, type)
            set(&value)
            names.append(UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self))
            values.append(value)
        }
        add("display", gdk_display_get_type()) { g_value_set_object($0, UnsafeMutableRawPointer(display)) }
        add("name", fundamental(16)) { g_value_set_string($0, "test device") }
        add("type", gdk_device_type_get_type()) { g_value_set_enum($0, Int32(GDK_DEVICE_TYPE_FLOATING.rawValue)) }
        add("input-source", gdk_input_source_get_type()) { g_value_set_enum($0, Int32(source.rawValue)) }
        add("input-mode", gdk_input_mode_get_type()) { g_value_set_enum($0, Int32(GDK_MODE_SCREEN.rawValue)) }
        add("has-cursor", fundamental(5)) { g_value_set_boolean($0, 1) }
        let device = try #require(g_object_new_with_properties(type, UInt32(names.count), &names, &values))
        for index in values.indices { g_value_unset(&values[index]) }
        made[source.rawValue] = OpaquePointer(device)
        return OpaquePointer(device)
    }

    /// The numbers of GLib's fundamental types, which are macros in C (gtype.h): 5 a truth value, 16 a string.
    private static func fundamental(_ number: GType) -> GType { number << 2 }
}
