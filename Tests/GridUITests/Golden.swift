/// Display lists as they are meant to be. Change one by looking at the picture that it makes.
enum Golden {
    static let small = """
        fill 0,0 200x120 #f6f6f6
        fill 0,0 155x116 #ffffff
        clip 56,32 144x88
        text 112,88 35x28 left 14px #2e3436 "⇚x"
        text 64,88 32x28 right 14px #2e3436 "3"
        fill 104,60 51x28 #f2f3f3
        text 64,60 32x28 right 14px #2e3436 "12"
        text 112,32 35x28 left 14px #2e3436 "a⏎b"
        text 64,32 32x28 right 14px #2e3436 "007"
        fill 56,87 99x1 #eceded
        fill 56,59 99x1 #eceded
        fill 154,32 1x84 #eceded
        fill 103,32 1x84 #eceded
        clip 0,32 56x88
        fill 0,60 56x56 #f6f6f6
        text 8,88 40x28 right 14px #636769 "3"
        text 8,60 40x28 right 14px #636769 "2"
        fill 55,60 1x56 #c9cacb
        clip 56,0 144x32
        fill 104,0 51x32 #f6f6f6
        fill 154,0 1x32 #eceded
        text 112,0 35x32 left 14px bold #43484a "name"
        fill 104,31 51x1 #c9cacb
        clip 0,32 56x88
        fill 0,32 56x28 #f6f6f6
        fill 0,32 56x28 #3584e433
        text 8,32 40x28 right 14px #2e3436 "1"
        fill 55,32 1x28 #c9cacb
        clip 56,0 144x32
        fill 56,0 48x32 #f6f6f6
        fill 56,0 48x32 #3584e433
        fill 103,0 1x32 #eceded
        text 64,0 32x32 right 14px bold #43484a "id"
        fill 56,31 48x1 #c9cacb
        clip 0,0 56x32
        fill 0,0 56x32 #f6f6f6
        fill 0,31 56x1 #c9cacb
        fill 55,0 1x32 #c9cacb
        clip 56,32 144x88
        ring 56,32 48x28 #3584e4 2
        unclip

        """
}
