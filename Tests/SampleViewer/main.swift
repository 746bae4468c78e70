// The program with one more format, as whoever adds one to it would build it.
import QuadrilleApp
import SampleFormat
import TableFormats

QuadrilleCommand.main(reading: TableFormats(TableFormats.standard.formats + [words]))
