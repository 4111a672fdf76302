package dev.hyperterse.engines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.JsonSpan;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.adapter.StatementCheck;
import dev.hyperterse.calls.context.CallContext;
import dev.hyperterse.calls.context.Client;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.result.ResultWriter;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Action.RunAdHocSql.Mode;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.access.AccessRule;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.input.Inputs;
import dev.hyperterse.catalog.result.Keyset;
import dev.hyperterse.catalog.result.ResultRules;
import dev.hyperterse.catalog.result.ResultRules.Overflow;
import dev.hyperterse.catalog.result.RowFormat;
import dev.hyperterse.catalog.result.RowShape;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.server.adapter.Masking;
import dev.hyperterse.catalog.server.adapter.Masking.LabelledColumn;
import dev.hyperterse.catalog.server.adapter.Masking.Treatment;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.SqlStatement;
import dev.hyperterse.rule.RuleCompilation;
import dev.hyperterse.rule.RuleCompiler;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.tool.ActionCheck;
import dev.hyperterse.runtime.tool.ActionLinker;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.runtime.tool.cache.ResultCache;
import dev.hyperterse.runtime.tool.call.ToolCall;
import dev.hyperterse.scripts.ScriptLinker;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import dev.hyperterse.testbed.sql.MariaDb;
import dev.hyperterse.testbed.sql.MariaDbDatabase;
import dev.hyperterse.testbed.sql.Postgres;
import dev.hyperterse.testbed.sql.PostgresDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Callers without the group {@code support} see labelled columns masked, on every way from the table to the answer. */
class MaskingIT {
    private static final Principal SUPPORT =
            new Principal(Optional.of("sso"), Optional.of("sue"), Set.of(), Set.of("support"), Map.of());
    private static final Principal OTHER =
            new Principal(Optional.of("sso"), Optional.of("ole"), Set.of(), Set.of("sales"), Map.of());

    private static final String EMAIL = "ann@example.com";
    private static final String SCHEMA = """
            CREATE TABLE customers (id int, name varchar(40), email varchar(60), phone varchar(40), badge varchar(40));
            INSERT INTO customers VALUES (1, 'Ann', 'ann@example.com', '+49 30 1234567', 'secret-badge');
            CREATE TABLE staff (id int, email varchar(60));
            INSERT INTO staff VALUES (1, 'ann@example.com');
            CREATE VIEW contacts AS SELECT id AS who, email AS address FROM customers;
            """;

    private static final String NOT_FIXED =
            "auth: columns are masked here, and only fixed statements without a cursor can run";

    private static final Input SQL = TestCalls.input("sql", InputType.STRING, false);

    private static Masking masking(Dialect dialect, boolean fromComments, String schema) {
        return new Masking(
                dialect,
                fromComments,
                fromComments
                        ? List.of(new LabelledColumn(schema + "customers", "badge", List.of("secret")))
                        : List.of(
                                new LabelledColumn(schema + "customers", "email", List.of("pii")),
                                new LabelledColumn(schema + "customers", "phone", List.of("phone")),
                                new LabelledColumn(schema + "customers", "badge", List.of("secret"))),
                List.of(
                        new Masking.Rule(List.of("pii"), Optional.of(notSupport()), Treatment.Hash),
                        new Masking.Rule(List.of("phone"), Optional.of(notSupport()), Treatment.LastFour),
                        new Masking.Rule(List.of("secret"), Optional.of(notSupport()), Treatment.Refuse)));
    }

    private static AccessRule notSupport() {
        var expression = "!('support' in principal.groups)";
        var compiled = (RuleCompilation.Sound) RuleCompiler.compile(expression, Optional.empty());
        return new AccessRule("masking", expression, compiled.program(), Optional.empty());
    }

    private static Adapter masked(Adapter adapter, Masking masking) {
        return new Adapter(
                adapter.name(),
                adapter.access(),
                adapter.pool(),
                // Reading the schema beside the tables of others can take long on a busy machine.
                Duration.ofMinutes(1).toMillis(),
                adapter.maxRows(),
                adapter.engine(),
                Optional.of(masking));
    }

    private static TestCalls sqlite() {
        return TestCalls.on(
                masked(TestAdapters.sqlite(Access.ReadOnly), masking(Dialect.SQLITE, false, "")),
                Map.of(TestAdapters.URL, ":memory:", TestAdapters.INIT_SQL, SCHEMA));
    }

    private static TestCalls postgres(PostgresDatabase database) {
        database.execute(
                "DROP SCHEMA IF EXISTS other, app CASCADE",
                "DROP VIEW IF EXISTS contacts",
                "DROP TABLE IF EXISTS customers, staff, more, notes, of_both, one, two",
                SCHEMA);
        database.execute("COMMENT ON COLUMN customers.email IS 'where @pii is'");
        database.execute("COMMENT ON COLUMN customers.phone IS '@phone'");
        return TestCalls.on(
                masked(TestAdapters.postgres(Access.ReadOnly), masking(Dialect.POSTGRES, true, "public.")),
                TestAdapters.values(database));
    }

    private static void load(MariaDbDatabase database) {
        database.execute("DROP VIEW IF EXISTS contacts", "DROP TABLE IF EXISTS customers, staff");
        for (var statement : SCHEMA.split(";\n")) {
            database.execute(statement);
        }
        database.execute("ALTER TABLE customers MODIFY email varchar(60) COMMENT 'an address (@pii)'");
        database.execute("ALTER TABLE customers MODIFY phone varchar(40) COMMENT '@phone'");
    }

    private static TestCalls mariaDb(MariaDbDatabase database) {
        return TestCalls.on(
                masked(TestAdapters.mysql(Access.ReadOnly), masking(Dialect.MYSQL, true, "")),
                TestAdapters.values(database));
    }

    private static void assertMasked(TestCalls calls, Dialect dialect, String sql) {
        assertThat(fixed(calls, dialect, sql, SUPPORT)).contains(EMAIL);
        assertThat(fixed(calls, dialect, sql, OTHER)).startsWith("[{").doesNotContain("ann@", "example");
    }

    private static String fixed(TestCalls calls, Dialect dialect, String sql, Principal caller) {
        return calls.run(
                calls.tool(List.of(), new SqlStatement(dialect, List.of(new Segment.Text(sql)))), "{}", caller);
    }

    @Test
    void aFixedStatementIsMaskedForThoseForWhomARuleApplies() {
        try (var calls = sqlite()) {
            var sql = "SELECT id, email AS contact, phone AS p FROM customers";

            assertThat(fixed(calls, Dialect.SQLITE, sql, SUPPORT))
                    .isEqualTo("[{\"id\":1,\"contact\":\"ann@example.com\",\"p\":\"+49 30 1234567\"}]");
            assertThat(fixed(calls, Dialect.SQLITE, sql, OTHER))
                    .isEqualTo("[{\"id\":1,\"contact\":\"hash of 15\",\"p\":\"****4567\"}]");
            assertThat(fixed(calls, Dialect.SQLITE, sql, Principal.ANONYMOUS)).doesNotContain("ann@");
        }
    }

    @Test
    void rowsInsideAStringAreMaskedToo() {
        try (var calls = sqlite()) {
            var tool = calls.tool(
                    List.of(),
                    new SqlStatement(
                            Dialect.SQLITE,
                            List.of(new Segment.Text("SELECT 'a \"quoted\" \u00fc' AS q, email AS e FROM customers"))));

            assertThat(calls.run(tool, "{}", ResultBuffer.Form.INSIDE_STRING, Duration.ofSeconds(20)))
                    .isEqualTo("[{\\\"q\\\":\\\"a \\\\\\\"quoted\\\\\\\" \u00fc\\\",\\\"e\\\":\\\"hash of 15\\\"}]");
        }
    }

    @Test
    void aComputedValueIsNull() {
        try (var calls = sqlite()) {
            assertThat(fixed(
                            calls,
                            Dialect.SQLITE,
                            "SELECT 'tel ' || phone AS a, nullif(email, email) AS b" + " FROM customers",
                            OTHER))
                    .isEqualTo("[{\"a\":null,\"b\":null}]");
        }
    }

    @Test
    void aRefusedColumnAndAnUnresolvedStatementEndTheCall() {
        try (var calls = sqlite()) {
            assertThat(fixed(calls, Dialect.SQLITE, "SELECT upper(badge) AS b FROM customers", OTHER))
                    .isEqualTo("auth: the statement shows column 'b', which comes from columns labelled secret;"
                            + " you may not see them");
            assertThat(fixed(calls, Dialect.SQLITE, "SELECT * FROM json_each('[1]')", OTHER))
                    .isEqualTo("auth: columns are masked here, and it is not known where those of this statement come"
                            + " from: a function in FROM");
            assertThat(fixed(calls, Dialect.SQLITE, "SELECT address FROM contacts", OTHER))
                    .startsWith("auth: ")
                    .endsWith("'contacts', which is no table, or a view");
            assertThat(fixed(calls, Dialect.SQLITE, "SELECT value FROM json_each('[1]')", SUPPORT))
                    .isEqualTo("[{\"value\":1}]");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT email FROM customers",
                "SELECT Email AS \"id\" FROM Customers",
                "SELECT c.\"email\" FROM main.customers c",
                "SELECT main.customers.email FROM main.customers",
                "SELECT x FROM (SELECT email AS x FROM customers)",
                "WITH w(v) AS (SELECT email FROM customers) SELECT v FROM w",
                "SELECT name AS n FROM customers UNION ALL SELECT email FROM customers",
                "SELECT id, name, email, phone FROM customers",
                "SELECT group_concat(email) FROM customers",
                "SELECT json_object('e', email) FROM customers",
                "SELECT name, /* email */ email -- AS name\n FROM customers",
                "SELECT (SELECT email FROM customers) AS a",
                "SELECT substr(email, 1, 8) || substr(email, 9) AS a FROM customers",
                "SELECT max(email) OVER () AS a FROM customers",
                "SELECT CASE WHEN id = 1 THEN email END AS a FROM customers",
                "SELECT [email] AS [a b] FROM [customers]",
                "SELECT a.id, b.email FROM staff a JOIN customers b ON b.id = a.id"
            })
    void noWayOfWritingItShowsAValue(String sql) {
        try (var calls = sqlite()) {
            assertMasked(calls, Dialect.SQLITE, sql);
        }
    }

    @Test
    void theOtherTableWithThatColumnIsShown() {
        try (var calls = sqlite()) {
            assertThat(fixed(calls, Dialect.SQLITE, "SELECT email FROM staff", OTHER))
                    .contains(EMAIL);
        }
    }

    @Test
    void aResultThatIsKeptForOthersIsNotOneForThoseWhoSeeItMasked() {
        try (var calls = sqlite()) {
            var cache = new ResultCache(calls.budget(), 1024 * 1024, new MetricRegistry(), System::nanoTime);
            var tool = new ActionLinker(cache, ScriptLinker.none())
                    .link(
                            Leaves.tool("contact", "Contact").with(draft -> {
                                draft.inputs = new Inputs.Declared(List.of());
                                draft.action = select("SELECT email AS contact FROM customers");
                                draft.cache = Optional.of(new ToolLeaf.Cache(60_000));
                            }),
                            calls.settings());

            assertThat(calls.run(tool, "{}", OTHER)).contains("hash of 15");
            assertThat(calls.run(tool, "{}", SUPPORT)).contains(EMAIL);
            assertThat(cache.size()).isEqualTo(1);
            assertThat(calls.run(tool, "{}", OTHER)).contains("hash of 15");
            assertThat(calls.run(tool, "{}", SUPPORT)).contains(EMAIL);
        }
    }

    private static Action.RunSql select(String sql) {
        return new Action.RunSql(
                TestCalls.ADAPTER, new SqlStatement(Dialect.SQLITE, List.of(new Segment.Text(sql))), "");
    }

    @Test
    void aStatementThatCannotBeResolvedIsReported() {
        try (var calls = sqlite();
                var scope = CallScope.open(calls.deadlines(), 20_000)) {
            assertThat(check(calls, scope, select("SELECT email FROM customers")))
                    .isInstanceOf(StatementCheck.Accepted.class);
            assertThat(check(calls, scope, select("SELECT value FROM json_each('[1]')")))
                    .isInstanceOfSatisfying(StatementCheck.Refused.class, refused -> assertThat(
                                    refused.message().line())
                            .isEqualTo(
                                    "masking cannot tell where its columns come from: a function in FROM (masking)"));
        }
    }

    private static StatementCheck check(TestCalls calls, CallScope scope, Action action) {
        return ActionCheck.of(action, calls.settings()).orElseThrow().run(scope);
    }

    @Test
    void aCallKnowsTheLabelsOfWhatItDidNotShow() {
        try (var calls = sqlite();
                var scope = CallScope.open(calls.deadlines(), 20_000);
                var out = calls.budget().open(TestCalls.MAX_RESULT)) {
            var tool = calls.tool(List.of(), select("SELECT name, coalesce(email, phone) AS c FROM customers"));
            var context = new CallContext(OTHER, Client.NONE, scope);
            try (var call = new ToolCall(context, new JsonSpan(new byte[] {'{', '}'}, 0, 2), new ResultWriter(out))) {
                tool.call(call);

                assertThat(call.reason()).contains("masked:phone,pii");
            }
        }
    }

    @Test
    void callersWithMaskedColumnsChooseNothingOfAStatement() {
        try (var calls = sqlite()) {
            var names = new SqlStatement(
                    Dialect.SQLITE,
                    List.of(
                            new Segment.Text("SELECT "),
                            new Segment.Name(List.of(new Reference.Input("sql")), "\""),
                            new Segment.Text(" FROM customers")));
            var pasted = new SqlStatement(
                    Dialect.SQLITE,
                    List.of(
                            new Segment.Text("SELECT "),
                            new Segment.Pasted(new Reference.Input("sql")),
                            new Segment.Text(" FROM customers")));

            for (var statement : List.of(names, pasted)) {
                var tool = calls.tool(List.of(SQL), statement);
                assertThat(calls.run(tool, "{\"sql\":\"email\"}", SUPPORT)).contains(EMAIL);
                assertThat(calls.run(tool, "{\"sql\":\"email\"}", OTHER)).isEqualTo(NOT_FIXED);
            }
            assertThat(adHoc(calls, Mode.EXECUTE, SUPPORT)).contains(EMAIL);
            assertThat(adHoc(calls, Mode.EXECUTE, OTHER)).isEqualTo(NOT_FIXED);
            assertThat(adHoc(calls, Mode.EXPLAIN, OTHER)).isEqualTo(NOT_FIXED);
        }
    }

    private static String adHoc(TestCalls calls, Mode mode, Principal caller) {
        var action = new Action.RunAdHocSql(TestCalls.ADAPTER, Dialect.SQLITE, mode, "sql");
        return calls.run(calls.tool(List.of(SQL), action), "{\"sql\":\"SELECT email FROM customers\"}", caller);
    }

    @Test
    @ExtendWith(Postgres.class)
    void theCostOfAStatementIsNotAskedForThoseWhoMayNotRunIt(PostgresDatabase database) {
        try (var calls = postgres(database)) {
            var action =
                    new Action.RunAdHocSql(TestCalls.ADAPTER, Dialect.POSTGRES, Mode.EXECUTE, "sql", Optional.of(1L));
            var tool = calls.tool(List.of(SQL), action);
            var sql = "{\"sql\":\"SELECT a.email FROM customers a, customers b, customers c\"}";

            assertThat(calls.run(tool, sql, SUPPORT)).contains("cost");
            assertThat(calls.run(tool, sql, OTHER)).isEqualTo(NOT_FIXED);
        }
    }

    @Test
    void aCursorIsRefused() {
        var rules = new ResultRules(
                Optional.of(1),
                Overflow.Truncate,
                RowFormat.Rows,
                RowShape.Rows,
                Optional.of(new Keyset("page", List.of(new Keyset.Key("email", InputType.STRING)))));
        try (var calls = sqlite()) {
            var tool = new ActionLinker(ScriptLinker.none())
                    .link(
                            Leaves.tool("pages", "Pages").with(draft -> {
                                draft.inputs =
                                        new Inputs.Declared(List.of(TestCalls.input("page", InputType.STRING, true)));
                                draft.action = select("SELECT email FROM customers ORDER BY email");
                                draft.result = Optional.of(rules);
                            }),
                            calls.settings());

            assertThat(calls.run(tool, "{}", SUPPORT)).contains(EMAIL);
            assertThat(calls.run(tool, "{}", OTHER)).isEqualTo(NOT_FIXED);
        }
    }

    @Test
    void aLabelOfNoColumnIsReported() {
        var wrong = new Masking(
                Dialect.SQLITE,
                false,
                List.of(new LabelledColumn("customers", "email", List.of("pii"))),
                List.of(new Masking.Rule(List.of("pii", "pi"), Optional.empty(), Treatment.SetNull)));
        try (var calls = TestCalls.on(
                        masked(TestAdapters.sqlite(Access.ReadOnly), wrong),
                        Map.of(TestAdapters.URL, ":memory:", TestAdapters.INIT_SQL, SCHEMA));
                var scope = CallScope.open(calls.deadlines(), 20_000)) {
            assertThat(fixed(calls, Dialect.SQLITE, "SELECT id FROM customers", OTHER))
                    .endsWith("no column has the label pi of a rule of masking");
            assertThat(check(calls, scope, select("SELECT id FROM customers")))
                    .isInstanceOf(StatementCheck.Refused.class);
        }
    }

    @Test
    void shadowTablesOfSqliteAreUnknown() {
        var schema =
                SCHEMA + "CREATE VIRTUAL TABLE notes USING fts5(body); INSERT INTO notes VALUES ('ann@example.com');";
        try (var calls = TestCalls.on(
                masked(TestAdapters.sqlite(Access.ReadOnly), masking(Dialect.SQLITE, false, "")),
                Map.of(TestAdapters.URL, ":memory:", TestAdapters.INIT_SQL, schema))) {
            for (var sql :
                    List.of("SELECT c0 FROM notes_content", "SELECT body FROM notes", "SELECT * FROM sqlite_schema")) {
                assertThat(fixed(calls, Dialect.SQLITE, sql, SUPPORT)).startsWith("[{");
                assertThat(fixed(calls, Dialect.SQLITE, sql, OTHER)).startsWith("auth: ");
            }
        }
    }

    @Test
    void aLabelOfNoColumnRefusesTheStatement() {
        var wrong = new Masking(
                Dialect.SQLITE,
                false,
                List.of(new LabelledColumn("customers", "emial", List.of("pii"))),
                List.of(new Masking.Rule(List.of("pii"), Optional.empty(), Treatment.SetNull)));
        try (var calls = TestCalls.on(
                masked(TestAdapters.sqlite(Access.ReadOnly), wrong),
                Map.of(TestAdapters.URL, ":memory:", TestAdapters.INIT_SQL, SCHEMA))) {
            assertThat(fixed(calls, Dialect.SQLITE, "SELECT id FROM customers", OTHER))
                    .endsWith("masking labels the column emial of table customers, which is not there");
        }
    }

    @ParameterizedTest
    @ExtendWith(Postgres.class)
    @ValueSource(
            strings = {
                "SELECT email FROM customers",
                "SELECT \"email\" AS \"Id\" FROM public.\"customers\"",
                "SELECT public.customers.email FROM public.customers",
                "SELECT x FROM (SELECT email AS x FROM customers) s",
                "WITH w(v) AS MATERIALIZED (SELECT email FROM customers) SELECT v FROM w",
                "SELECT name AS n FROM customers UNION ALL SELECT email FROM customers",
                "SELECT row_to_json(s) FROM (SELECT id, email FROM customers) s",
                "SELECT string_agg(email, ',') FROM customers",
                "SELECT array_agg(email) FROM customers",
                "SELECT to_jsonb(s) ->> 'email' AS e FROM (SELECT email FROM customers) s",
                "SELECT s FROM (SELECT email FROM customers) s",
                "SELECT s::text FROM (SELECT email FROM customers) s",
                "SELECT email AS a /* outer /* inner */ , name */ FROM customers",
                "SELECT $q$', name AS n, '$q$ AS q, email FROM customers",
                "SELECT l.a FROM staff CROSS JOIN LATERAL (SELECT email AS a FROM customers) l",
                "SELECT DISTINCT ON (id) email AS e FROM customers ORDER BY id",
                "SELECT mode() WITHIN GROUP (ORDER BY email) AS m FROM customers"
            })
    void postgresShowsNoValueEither(String sql, PostgresDatabase database) {
        try (var calls = postgres(database)) {
            assertMasked(calls, Dialect.POSTGRES, sql);
        }
    }

    @ParameterizedTest
    @ExtendWith(Postgres.class)
    @ValueSource(
            strings = {
                "SELECT * FROM customers",
                "SELECT row_to_json(c) FROM customers c",
                "SELECT query_to_xml('select email from customers', true, true, '')",
                "SELECT email(c) FROM customers c",
                "SELECT (c).email FROM customers c",
                "SELECT most_common_vals FROM pg_catalog.pg_stats",
                "SELECT j.value FROM customers c, jsonb_each_text(to_jsonb(c)) j",
                "SELECT email::int FROM customers",
                "SELECT id FROM customers WHERE email::int = 1"
            })
    void postgresRefusesTheRestWithoutAValue(String sql, PostgresDatabase database) {
        try (var calls = postgres(database)) {
            assertThat(fixed(calls, Dialect.POSTGRES, sql, OTHER))
                    .matches("(auth|validation|execution): .*")
                    .doesNotContain("ann@", "example.com");
        }
    }

    @Test
    @ExtendWith(Postgres.class)
    void aColumnAddedAfterwardsEndsCallsUntilTheSchemaIsReadAgain(PostgresDatabase database) {
        try (var calls = postgres(database)) {
            var sql = "SELECT * FROM staff";
            assertThat(fixed(calls, Dialect.POSTGRES, sql, OTHER)).contains(EMAIL);

            database.execute("ALTER TABLE staff ADD COLUMN private varchar(60) DEFAULT 'hidden-away'");
            database.execute("COMMENT ON COLUMN staff.private IS '@pii'");

            assertThat(fixed(calls, Dialect.POSTGRES, sql, OTHER))
                    .startsWith("auth: the result has other columns")
                    .doesNotContain("hidden-away");
            var next = "";
            // The schema is read once a second, and forgotten as often.
            do {
                next = fixed(calls, Dialect.POSTGRES, sql, OTHER);
                assertThat(next).doesNotContain("hidden-away");
            } while (next.startsWith("unavailable: ") || next.startsWith("auth: the result has other columns"));
            assertThat(next).contains("\"private\":\"hash of 11\"");
        }
    }

    @Test
    @ExtendWith(Postgres.class)
    void aPartitionHasTheLabelsOfItsTableAndATableOfAnotherSchemaIsNotMistaken(PostgresDatabase database) {
        try (var calls = postgres(database)) {
            database.execute("CREATE TABLE more (LIKE customers) PARTITION BY LIST (id);"
                    + "CREATE TABLE more_2 PARTITION OF more FOR VALUES IN (2);"
                    + "INSERT INTO more VALUES (2, 'Bob', 'bob@example.com');"
                    + "CREATE SCHEMA other; CREATE TABLE other.customers (email text);"
                    + "INSERT INTO other.customers VALUES ('zoe@example.com')");
            database.execute("COMMENT ON COLUMN more.email IS '@pii'");

            database.execute("COMMENT ON COLUMN more_2.name IS '@phone'");

            assertThat(fixed(calls, Dialect.POSTGRES, "SELECT email FROM more_2", OTHER))
                    .contains("hash of 15");
            assertThat(fixed(calls, Dialect.POSTGRES, "SELECT name FROM more", OTHER))
                    .contains("****")
                    .doesNotContain("Bob");
            assertThat(fixed(calls, Dialect.POSTGRES, "SELECT email FROM customers", OTHER))
                    .contains("'customers', which is in several schemas");
            assertThat(fixed(calls, Dialect.POSTGRES, "SELECT email FROM other.customers", OTHER))
                    .contains("zoe@");
            assertThat(fixed(calls, Dialect.POSTGRES, "SELECT email FROM public.customers", OTHER))
                    .contains("hash of 15");
        }
    }

    @Test
    @ExtendWith(Postgres.class)
    void aViewInFrontOfATableAndASecondParentShowNoValue(PostgresDatabase database) {
        try (var calls = postgres(database)) {
            database.execute("CREATE SCHEMA app; CREATE TABLE public.notes (id int, note text);"
                    + "CREATE VIEW app.notes AS SELECT 1 AS id, email AS note FROM public.customers;"
                    + "CREATE TABLE one (email text); CREATE TABLE two (email text);"
                    + "CREATE TABLE of_both () INHERITS (one, two);"
                    + "INSERT INTO of_both VALUES ('eve@example.com')");
            database.execute("COMMENT ON COLUMN one.email IS 'An address, @PII'");

            assertThat(fixed(calls, Dialect.POSTGRES, "SELECT note FROM notes", OTHER))
                    .contains("'notes', which is in several schemas");
            assertThat(fixed(calls, Dialect.POSTGRES, "SELECT note FROM app.notes", OTHER))
                    .contains("the view 'notes'");
            assertThat(fixed(calls, Dialect.POSTGRES, "SELECT email FROM two", OTHER))
                    .contains("hash of 15")
                    .doesNotContain("eve@");
        }
    }

    /** Two readings of the schema counted the tables of others differently, and every statement was refused. */
    @Test
    @ExtendWith(MariaDb.class)
    void tablesThatComeAndGoMeanwhileRefuseNothing(MariaDbDatabase database) throws Exception {
        load(database);
        var enough = new AtomicBoolean();
        var others = Thread.ofPlatform().start(() -> {
            while (!enough.get()) {
                database.execute("CREATE TABLE comes (id int)", "DROP TABLE comes");
            }
        });
        try {
            for (var reading = 0; reading < 10; reading++) {
                try (var calls = mariaDb(database)) {
                    assertMasked(calls, Dialect.MYSQL, "SELECT email FROM customers");
                }
            }
        } finally {
            enough.set(true);
            others.join();
        }
    }

    @ParameterizedTest
    @ExtendWith(MariaDb.class)
    @ValueSource(
            strings = {
                "SELECT email FROM customers",
                "SELECT `email` AS `a` FROM `customers`",
                "SELECT 'it\\'s' AS x, email AS y FROM customers",
                "SELECT \"name\" AS x, email AS y FROM customers # , name",
                "SELECT group_concat(email SEPARATOR ';') AS g FROM customers",
                "SELECT json_object('e', email) AS j FROM customers",
                "SELECT x FROM (SELECT email AS x FROM customers) s"
            })
    void mariaDbShowsNoValueEither(String sql, MariaDbDatabase database) {
        load(database);
        try (var calls = mariaDb(database)) {
            assertMasked(calls, Dialect.MYSQL, sql);
        }
    }
}
