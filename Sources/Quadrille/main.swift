import QuadrilleApp

QuadrilleCommand.main()
