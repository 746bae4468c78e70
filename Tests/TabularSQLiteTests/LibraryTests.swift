import Tabular
import TabularExport
import Testing

@testable import TabularSQLite

private let database = """
    import sqlite3, sys
    c = sqlite3.connect(sys.argv[1]); c.execute('create table t(a, b)')
    c.executemany('insert into t values(?, ?)', [('a\\0b', 1), ('\\0', None), ('plain', 2.5), ('é\\0', b'\\0')]); c.commit()
    """

@Test func missingLibraryIsNamed() throws {
    let folder = try TestFolder()
    try Python.run(database, folder.path("t.db"))
    // The system finds this one first, and cannot load it.
    try folder.write("libsqlite3.so.0", [])
    let output = try Python.run(
        """
        import os, subprocess, sys
        run = subprocess.run(sys.argv[1:3] + ['t'], env={**os.environ, 'LD_LIBRARY_PATH': sys.argv[3], 'LC_ALL': 'C'},
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        print(run.stdout, end='')
        """, try probeProgram().path, folder.path("t.db"), folder.path)
    #expect(output.contains("is an SQLite database. Install the package libsqlite3-0 to open it."))
}

@Test func statementsGiveTheSameValuesBack() throws {
    let folder = try TestFolder()
    try Python.run(database, folder.path("t.db"))
    let source = try OpenDatabase(folder.path("t.db")).source("t")
    source.waitUntilComplete()
    try TableExport(source, format: .sql, style: ExportStyle(tableName: "t")).write(
        toFile: folder.path("t.sql"), input: nil)
    let output = try Python.run(
        """
        import sqlite3, sys
        c = sqlite3.connect(':memory:'); c.execute('create table t(a, b)'); c.executescript(open(sys.argv[2]).read())
        text = 'select a, b, typeof(a), typeof(b) from t'
        print(c.execute(text).fetchall() == sqlite3.connect(sys.argv[1]).execute(text).fetchall())
        """, folder.path("t.db"), folder.path("t.sql"))
    #expect(output == "True\n")
}
