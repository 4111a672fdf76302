package dev.hyperterse.catalog;

/** A published catalog that cannot be read. A replica keeps what it serves; no input of a user causes this. */
public final class CatalogException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public CatalogException(String message) {
        super(message);
    }

    public CatalogException(String message, Throwable cause) {
        super(message, cause);
    }
}
