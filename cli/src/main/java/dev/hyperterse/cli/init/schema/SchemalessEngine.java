package dev.hyperterse.cli.init.schema;

/** The engines without a catalog of columns: what they hold is known from samples. */
public enum SchemalessEngine implements DatabaseEngine {
    MONGODB("Mongodb", "MongoDB"),
    REDIS("Redis", "Redis");

    private final String adapter;
    private final String display;

    SchemalessEngine(String adapter, String display) {
        this.adapter = adapter;
        this.display = display;
    }

    @Override
    public String adapter() {
        return adapter;
    }

    @Override
    public String display() {
        return display;
    }
}
