/// The only place that defines the program's version.
public enum Quadrille {
    public static let version = "0.1.0"
    public static let applicationID = "org.quadrille.Quadrille"
}
