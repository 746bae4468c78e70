import Tabular
import TestStores
import Testing

@testable import TabularText

/// The books of one small business, as its programs write them in a country.
private struct Books: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let encoding: String
    let text: String
    var delimiter = ";"
    var skipped = 0
    let types: [ColumnType]
}

private let books = [
    Books(
        testDescription: "German", encoding: "Windows-1252",
        text: """
            Buchhaltung Tischlerei Grünwald
            Zeitraum: 01.01.2031 bis 31.03.2031

            Belegdatum;Belegnr.;Kunde;PLZ;Betrag;USt-Satz
            03.01.2031;0001;Müller & Söhne;01067;1.234,50 €;19 %
            17.01.2031;0002;Café Schön;80331;89,90 €;19 %
            25.02.2031;0003;Öko-Laden Weiß;04109;-45,00 €;7 %
            02.03.2031;0004;Jürgen Großmann;20095;12.500,00 €;19 %

            """, skipped: 3, types: [.date, .code, .text, .code, .decimal, .integer]),
    Books(
        testDescription: "French", encoding: "Windows-1252",
        text: """
            Date;N° pièce;Client;Code postal;Montant HT;TVA;Réglé le
            05/01/2031;F-001;Boulangerie Lefèvre;01000;1\u{A0}234,50;20 %;15/01/2031
            18/01/2031;F-002;Hôtel des Alpes;69001;89,90;10 %;
            25/02/2031;F-003;Épicerie Noël;13002;-45,00;5,5 %;01/03/2031
            02/03/2031;F-004;Garage Besançon;25000;12\u{A0}500,00;20 %;12/03/2031

            """, types: [.date, .text, .text, .code, .decimal, .decimal, .date]),
    Books(
        testDescription: "Swiss", encoding: "UTF-8",
        text: """
            Datum;Beleg;Kunde;Betrag CHF;MWST
            03.01.2031;1001;Bäckerei Zürcher;1'234.50;8.1%
            17.01.2031;1002;Käserei Gstaad;89.90;2.6%
            25.02.2031;1003;Hotel Engadin;-45.00;8.1%
            02.03.2031;1004;Müller AG;12'500.00;8.1%

            """, types: [.date, .integer, .text, .decimal, .decimal]),
    Books(
        testDescription: "Polish", encoding: "Windows-1250",
        text: """
            Data;Numer;Kontrahent;Kwota;VAT
            03.01.2031;FV/1/2031;Zakład Łódź Sp. z o.o.;1\u{A0}234,50 zł;23%
            17.01.2031;FV/2/2031;Żabka Kraków;89,90 zł;8%
            25.02.2031;FV/3/2031;Piekarnia Gdańsk;-45,00 zł;5%
            02.03.2031;FV/4/2031;Śląskie Usługi;12\u{A0}500,00 zł;23%

            """, types: [.date, .text, .text, .decimal, .integer]),
    Books(
        testDescription: "Turkish", encoding: "Windows-1254",
        text: """
            Tarih;Belge No;Müşteri;Tutar;KDV
            03.01.2031;A-1;Şahin Ticaret;1.234,50;%20
            17.01.2031;A-2;Işık Market;89,90;%10
            25.02.2031;A-3;Çağdaş Ltd. Şti.;-45,00;%1
            02.03.2031;A-4;Güneş Oteli;12.500,00;%20

            """, types: [.date, .text, .text, .decimal, .integer]),
    Books(
        testDescription: "Russian", encoding: "Windows-1251",
        text: """
            Дата;Номер;Контрагент;Сумма;НДС
            03.01.2031;1;ООО «Ромашка»;1\u{A0}234,50;20%
            17.01.2031;2;ИП Иванов;89,90;10%
            25.02.2031;3;Кафе Юность;-45,00;20%
            02.03.2031;4;ЗАО «Щит»;12\u{A0}500,00;20%

            """, types: [.date, .integer, .text, .decimal, .integer]),
    Books(
        testDescription: "Japanese", encoding: "Shift-JIS",
        text: """
            日付,伝票番号,取引先,金額,税率,備考
            2031/01/03,001,株式会社山田,"1,234",10%,
            2031/01/17,002,さくら商店,890,8%,軽減税率
            2031/02/25,003,鈴木工業,-450,10%,返品
            2031/03/02,004,カフェ青空,"12,500",10%,

            """, delimiter: ",", types: [.date, .code, .text, .integer, .integer, .text]),
    Books(
        testDescription: "American", encoding: "Windows-1252",
        text: """
            Date,Check #,Payee,ZIP,Amount,Cleared
            01/03/2031,1001,"Smith, Jones & Co.",02134,"$1,234.50",Yes
            01/17/2031,1002,Joe's Diner,10001,$89.90,No
            02/25/2031,1003,Café Olé,94103,"($45.00)",Yes
            03/02/2031,,ACME Inc.,60601,"$12,500.00",Yes

            """, delimiter: ",", types: [.date, .integer, .text, .code, .decimal, .boolean]),
]

@Test(arguments: books)
private func booksOpenRightWithNoOption(_ books: Books) {
    let bytes = encoded(books.text.replacing("\n", with: "\r\n"), books.encoding)
    let table = source(MemoryStore(bytes))
    let snapshot = table.waitUntilComplete()
    #expect(snapshot.description.text?.encoding.name == books.encoding)
    #expect(snapshot.description.text?.dialect?.delimiter == books.delimiter)
    #expect(snapshot.description.text?.dialect?.skippedLines == books.skipped)
    #expect(snapshot.description.text?.dialect?.headerRows == 1)
    #expect(snapshot.columns.map(\.type) == books.types)
    #expect(snapshot.rowCount == .exactly(4))
    #expect(snapshot.problems.count == 0)
    #expect(snapshot.columns.map(\.name).joined(separator: books.delimiter) == books.header)
}

extension Books {
    fileprivate var header: String {
        String(text.split(separator: "\n", omittingEmptySubsequences: false)[skipped])
    }
}
