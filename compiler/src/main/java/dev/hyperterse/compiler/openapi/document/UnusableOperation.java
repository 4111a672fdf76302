package dev.hyperterse.compiler.openapi.document;

/** Ends the reading of one operation: no tool can be made of it, and the message says why and what to do. */
public final class UnusableOperation extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UnusableOperation(String message) {
        super(message, null, false, false);
    }

    /** For a member of a form. @param why such as "is a list of lists" */
    public static UnusableOperation ofField(String name, String why) {
        return new UnusableOperation(
                "the field '%s' of its form %s; requests cannot say that, so put the name into spec.openapi.omit if the API does without it"
                        .formatted(name, why));
    }
}
