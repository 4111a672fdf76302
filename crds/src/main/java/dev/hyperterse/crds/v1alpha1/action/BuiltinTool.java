package dev.hyperterse.crds.v1alpha1.action;

/** The tools that Hyperterse brings along. */
public enum BuiltinTool {
    ListTables,
    DescribeTable,
    SearchObjects,
    ColumnValues,
    Explain,
    ExecuteSql,
    Unrecognized
}
