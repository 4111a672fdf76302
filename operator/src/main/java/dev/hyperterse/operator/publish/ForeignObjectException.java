package dev.hyperterse.operator.publish;

/** A name that a catalog needs is taken by an object of another owner, which is left alone. */
public final class ForeignObjectException extends PublicationException {
    private static final long serialVersionUID = 1;

    private final String object;
    private final String holder;

    /** @param object kind and name */
    public ForeignObjectException(String object, String holder) {
        super("%s belongs to %s".formatted(object, holder));
        this.object = object;
        this.holder = holder;
    }

    public String object() {
        return object;
    }

    public String holder() {
        return holder;
    }
}
