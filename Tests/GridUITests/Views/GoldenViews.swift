extension Golden {
    /// The views of `ListSource.week` in 420 × 240 pixels. Change one by looking at the picture that it makes.
    static let views: [String: String] = [
        "sheet": """
        fill 0,0 420x240 #f6f6f6
        fill 0,0 214x172 #ffffff
        clip 56,32 364x208
        text 163,144 43x28 right 14px #2e3436 "2"
        text 112,144 35x28 left 14px #2e3436 "file"
        text 64,144 32x28 left 14px #2e3436 "Wed"
        text 163,116 43x28 right 14px #2e3436 "x"
        text 112,116 35x28 left 14px #2e3436 "rest"
        text 64,116 32x28 left 14px #2e3436 "Tue"
        text 163,88 43x28 right 14px #2e3436 "3"
        text 112,88 35x28 left 14px #2e3436 "call"
        text 64,88 32x28 left 14px #2e3436 "Mon"
        text 163,60 43x28 right 14px #2e3436 "4"
        text 112,60 35x28 left 14px #2e3436 "draw"
        text 64,60 32x28 left 14px #2e3436 "Tue"
        text 163,32 43x28 right 14px #2e3436 "1"
        text 112,32 35x28 left 14px #2e3436 "plan"
        text 64,32 32x28 left 14px #2e3436 "Mon"
        fill 56,143 158x1 #eceded
        fill 56,115 158x1 #eceded
        fill 56,87 158x1 #eceded
        fill 56,59 158x1 #eceded
        fill 213,32 1x140 #eceded
        fill 154,32 1x140 #eceded
        fill 103,32 1x140 #eceded
        clip 0,32 56x208
        fill 0,60 56x112 #f6f6f6
        text 8,144 40x28 right 14px #636769 "5"
        text 8,116 40x28 right 14px #636769 "4"
        text 8,88 40x28 right 14px #636769 "3"
        text 8,60 40x28 right 14px #636769 "2"
        fill 55,60 1x112 #c9cacb
        clip 56,0 364x32
        fill 104,0 110x32 #f6f6f6
        fill 213,0 1x32 #eceded
        fill 154,0 1x32 #eceded
        text 163,0 43x32 right 14px bold #43484a "Hours"
        text 112,0 35x32 left 14px bold #43484a "Task"
        fill 104,31 110x1 #c9cacb
        clip 0,32 56x208
        fill 0,32 56x28 #f6f6f6
        fill 0,32 56x28 #3584e433
        text 8,32 40x28 right 14px #2e3436 "1"
        fill 55,32 1x28 #c9cacb
        clip 56,0 364x32
        fill 56,0 48x32 #f6f6f6
        fill 56,0 48x32 #3584e433
        fill 103,0 1x32 #eceded
        text 64,0 32x32 left 14px bold #43484a "Day"
        fill 56,31 48x1 #c9cacb
        clip 0,0 56x32
        fill 0,0 56x32 #f6f6f6
        fill 0,31 56x1 #c9cacb
        fill 55,0 1x32 #c9cacb
        clip 56,32 364x208
        ring 56,32 48x28 #3584e4 2
        unclip

        """,
        "fit": """
        fill 0,0 420x240 #ffffff
        clip 100,40 320x200
        text 321,190 91x50 center 14px #2e3436 "x"
        text 215,190 90x50 center 14px #2e3436 "rest"
        text 108,190 91x50 center 14px #2e3436 "Tue"
        text 321,140 91x50 center 14px #2e3436 "3"
        text 215,140 90x50 center 14px #2e3436 "call"
        text 108,140 91x50 center 14px #2e3436 "Mon"
        text 321,90 91x50 center 14px #2e3436 "4"
        text 215,90 90x50 center 14px #2e3436 "draw"
        text 108,90 91x50 center 14px #2e3436 "Tue"
        text 321,40 91x50 center 14px #2e3436 "1"
        text 215,40 90x50 center 14px #2e3436 "plan"
        text 108,40 91x50 center 14px #2e3436 "Mon"
        fill 0,190 420x1 #eceded
        fill 0,140 420x1 #eceded
        fill 0,90 420x1 #eceded
        fill 0,40 420x1 #eceded
        clip 0,40 100x200
        fill 0,90 100x150 #f6f6f6
        text 8,190 84x50 right 14px #636769 "4"
        text 8,140 84x50 right 14px #636769 "3"
        text 8,90 84x50 right 14px #636769 "2"
        fill 99,90 1x150 #c9cacb
        clip 100,0 320x40
        fill 207,0 213x40 #f6f6f6
        fill 419,0 1x40 #eceded
        fill 312,0 1x40 #eceded
        text 321,0 91x40 center 14px bold #43484a "Hours"
        text 215,0 90x40 center 14px bold #43484a "Task"
        fill 207,39 213x1 #c9cacb
        clip 0,40 100x200
        fill 0,40 100x50 #f6f6f6
        fill 0,40 100x50 #3584e433
        text 8,40 84x50 right 14px #2e3436 "1"
        fill 99,40 1x50 #c9cacb
        clip 100,0 320x40
        fill 100,0 107x40 #f6f6f6
        fill 100,0 107x40 #3584e433
        fill 206,0 1x40 #eceded
        text 108,0 91x40 center 14px bold #43484a "Day"
        fill 100,39 107x1 #c9cacb
        clip 0,0 100x40
        fill 0,0 100x40 #f6f6f6
        fill 0,39 100x1 #c9cacb
        fill 99,0 1x40 #c9cacb
        clip 100,40 320x200
        ring 100,40 107x50 #3584e4 2
        unclip

        """,
        "timeline": """
        fill 0,0 420x240 #ffffff
        clip 80,0 340x240
        fill 82,69 338x33 #dfebfb
        fill 82,69 2x33 #90bbf0
        text 90,69 322x33 left 14px #2e3436 "file"
        fill 82,35 338x32 #dfebfb
        fill 82,35 2x32 #90bbf0
        text 90,35 322x32 left 14px #2e3436 "draw"
        fill 167,0 253x33 #dfebfb
        fill 167,0 2x33 #90bbf0
        text 175,0 237x33 left 14px #2e3436 "call"
        fill 82,0 83x33 #dfebfb
        fill 82,0 2x33 #90bbf0
        text 90,0 67x33 left 14px #2e3436 "plan"
        clip 0,0 80x240
        fill 0,69 80x33 #f6f6f6
        fill 79,69 1x33 #c9cacb
        text 8,69 64x33 left 14px bold #43484a "Wed"
        fill 0,35 80x32 #f6f6f6
        fill 79,35 1x32 #c9cacb
        text 8,35 64x32 left 14px bold #43484a "Tue"
        fill 0,0 80x33 #f6f6f6
        fill 0,0 80x33 #3584e433
        fill 79,0 1x33 #c9cacb
        text 8,0 64x33 left 14px bold #43484a "Mon"
        clip 80,0 340x240
        ring 82,0 83x33 #3584e4 2
        unclip

        """,
        "columns": """
        fill 0,0 420x240 #ffffff
        clip 0,60 420x180
        fill 142,60 51x36 #dfebfb
        fill 142,60 2x36 #90bbf0
        text 150,60 35x36 left 14px #2e3436 "file"
        fill 71,106 51x36 #dfebfb
        fill 71,106 2x36 #90bbf0
        text 79,106 35x36 left 14px #2e3436 "rest"
        fill 71,60 51x36 #dfebfb
        fill 71,60 2x36 #90bbf0
        text 79,60 35x36 left 14px #2e3436 "draw"
        fill 0,106 51x36 #dfebfb
        fill 0,106 2x36 #90bbf0
        text 8,106 35x36 left 14px #2e3436 "call"
        fill 0,60 51x36 #dfebfb
        fill 0,60 2x36 #90bbf0
        text 8,60 35x36 left 14px #2e3436 "plan"
        clip 0,0 420x60
        fill 142,0 51x60 #f6f6f6
        fill 142,59 51x1 #c9cacb
        text 150,0 35x60 left 14px bold #43484a "Wed"
        fill 71,0 51x60 #f6f6f6
        fill 71,59 51x1 #c9cacb
        text 79,0 35x60 left 14px bold #43484a "Tue"
        fill 0,0 51x60 #f6f6f6
        fill 0,0 51x60 #3584e433
        fill 0,59 51x1 #c9cacb
        text 8,0 35x60 left 14px bold #43484a "Mon"
        clip 0,60 420x180
        ring 0,60 51x36 #3584e4 2
        unclip

        """,
        "cards": """
        fill 0,0 420x240 #ffffff
        clip 0,0 420x240
        fill 12,220 396x92 #f6f6f6
        ring 12,220 396x92 #c9cacb 1
        fill 12,116 396x92 #f6f6f6
        ring 12,116 396x92 #c9cacb 1
        fill 12,12 396x92 #f6f6f6
        ring 12,12 396x92 #3584e4 1
        text 24,224 372x28 left 14px bold #43484a "Mon"
        text 24,176 141x28 left 14px #636769 "Hours"
        text 173,176 223x28 left 14px #2e3436 "4"
        text 24,148 141x28 left 14px #636769 "Task"
        text 173,148 223x28 left 14px #2e3436 "draw"
        text 24,120 372x28 left 14px bold #43484a "Tue"
        text 24,72 141x28 left 14px #636769 "Hours"
        text 173,72 223x28 left 14px #2e3436 "1"
        text 24,44 141x28 left 14px #636769 "Task"
        text 173,44 223x28 left 14px #2e3436 "plan"
        text 24,16 372x28 left 14px bold #43484a "Mon"
        ring 16,16 388x28 #3584e4 2
        unclip

        """,
    ]
}
