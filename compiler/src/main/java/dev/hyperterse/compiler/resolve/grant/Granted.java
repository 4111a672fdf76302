package dev.hyperterse.compiler.resolve.grant;

/** One thing that a server grants to namespaces. */
public sealed interface Granted {
    /** To attach definitions. */
    record Attachment() implements Granted {}

    /** To read a variable of {@code spec.env}. */
    record Variable(String name) implements Granted {}

    record Adapter(String name) implements Granted {}

    record Plugin(String name) implements Granted {}

    /** To bring scripts. */
    record Scripts() implements Granted {}

    /** To fetch what is below a URL. */
    record Fetch(String url) implements Granted {}
}
