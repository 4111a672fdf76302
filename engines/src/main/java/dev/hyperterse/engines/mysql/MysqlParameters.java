package dev.hyperterse.engines.mysql;

import dev.hyperterse.calls.binding.ParameterRules;
import dev.hyperterse.calls.validation.Datetime;
import dev.hyperterse.catalog.statement.Dialect;

/** Sends values to MySQL: types without a parameter type, such as JSON, as text; moments in UTC without an offset. */
final class MysqlParameters implements ParameterRules {
    static final MysqlParameters RULES = new MysqlParameters();

    private MysqlParameters() {}

    @Override
    public Dialect dialect() {
        return Dialect.MYSQL;
    }

    @Override
    public String datetime(String text) {
        return Datetime.inUtcWithoutOffset(text);
    }
}
