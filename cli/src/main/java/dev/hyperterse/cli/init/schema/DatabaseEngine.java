package dev.hyperterse.cli.init.schema;

/** The engines that {@code init} writes tools for. */
public sealed interface DatabaseEngine permits SqlEngine, SchemalessEngine {
    /** As {@code adapters[].engine} has it. */
    String adapter();

    /** For people. */
    String display();
}
