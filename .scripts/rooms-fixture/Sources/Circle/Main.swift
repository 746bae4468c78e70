let drawing = Square()
