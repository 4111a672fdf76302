package dev.hyperterse.cli.init.schema;

import java.util.List;

/** Columns that refer to a row of another table. @param targets in the order of {@code columns} */
public record ForeignKey(List<String> columns, TableName table, List<String> targets) {}
