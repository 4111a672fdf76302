package dev.hyperterse.crds.v1alpha1.action;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;

/** The tools that Hyperterse brings along. */
public enum BuiltinTool {
    ListTables,
    DescribeTable,
    SearchObjects,
    ColumnValues,
    Explain,
    ExecuteSql,
    /** A value of a newer API than this build; never written. */
    @JsonEnumDefaultValue
    Unrecognized
}
