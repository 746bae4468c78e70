/// The one place that says which version this is.
public enum Quadrille {
    public static let version = "0.1.0"
    public static let applicationID = "org.quadrille.Quadrille"
}
