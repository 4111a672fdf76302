package dev.hyperterse.compiler.server.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.server.adapter.Engine.TlsMode;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.crds.v1alpha1.adapter.Adapter.Engine;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Addresses as hosting services and drivers hand them out. */
class DatabaseUrlTest {
    private static final String PATH = "spec.adapters[0].url";

    @ParameterizedTest
    @CsvSource({
        "Postgres, postgresql://db/shop, postgresql://db/shop, Prefer",
        "Postgres, postgres://me:s3cret@db:5432/shop?sslmode=require, postgres://me:s3cret@db:5432/shop, Require",
        "Postgres, postgresql://db/shop?sslmode=disable, postgresql://db/shop, Disable",
        "Postgres, postgresql://db/shop?sslmode=allow, postgresql://db/shop, Prefer",
        "Postgres, postgresql://db/shop?sslmode=verify-ca, postgresql://db/shop, VerifyCa",
        "Postgres, postgresql://db/shop?sslMode=VERIFY_FULL, postgresql://db/shop, VerifyFull",
        "Postgres, postgresql://db/shop?sslmode=no-verify&, postgresql://db/shop, Require",
        "Postgres, postgresql://db/shop?, postgresql://db/shop, Prefer",
        "Mysql, mysql://db/shop?ssl-mode=REQUIRED, mysql://db/shop, Require",
        "Mysql, mariadb://db/shop?sslMode=verify-full, mariadb://db/shop, VerifyFull",
        "Mysql, mysql://db/shop?ssl-mode=VERIFY_IDENTITY, mysql://db/shop, VerifyFull",
        "Mysql, mysql://db/shop?ssl-mode=DISABLED, mysql://db/shop, Disable",
        "Mongodb, mongodb://db:27017/?tls=true, mongodb://db:27017/, VerifyFull",
        "Mongodb, mongodb://db:27017, mongodb://db:27017, Disable",
        "Redis, redis://db:6379/0, redis://db:6379/0, Disable",
        "Redis, rediss://:s3cret@db:6379, rediss://:s3cret@db:6379, VerifyFull",
        "Sqlite, ./shop.db, shop.db, Disable"
    })
    void anAddressIsReadWithItsTls(Engine engine, String text, String url, TlsMode tls) {
        var read = read(engine, text);
        assertThat(read.problems()).isEmpty();
        assertThat(read.valid().orElseThrow().url()).isEqualTo(url);
        assertThat(read.valid().orElseThrow().tls()).isEqualTo(tls);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Postgres | postgresql://db/shop?application_name=a&connect_timeout=5 | set pool.connectionTimeout, postgres.parameters.applicationName instead
            Postgres | postgresql://db/shop?search_path=s3cret                   | set postgres.parameters.currentSchema instead
            Postgres | postgresql://db/shop?sslrootcert=s3cret                   | set tls.ca instead
            Postgres | postgresql://db/shop?ssl=true                             | set tls.mode instead
            Postgres | postgresql://db/shop?channel_binding=s3cret               | 1 of them no field replaces
            Postgres | postgresql://db/shop?s3cret                               | 1 of them no field replaces
            Postgres | postgresql://db/shop?sslmode=s3cret                       | set tls.mode
            Mysql    | mysql://db/shop?connection_limit=5                        | set pool.maxSize instead
            Mysql    | mysql://db/shop?user=a&password=s3cret                    | set password, username instead
            Mongodb  | mongodb://db/?authSource=admin&replicaSet=rs0             | set mongodb.parameters.authSource, mongodb.parameters.replicaSet instead
            Mongodb  | mongodb://me:s3cret@db/shop                               | the database under mongodb.database
            Mongodb  | mongodb+srv://me:s3cret@db/shop                           | set tls.mode: VerifyFull
            Mongodb  | mongodb://db/?tlsInsecure=true                            | set tls.mode: Require instead
            Redis    | redis://db?db=1                                           | set the path of the address instead
            Postgres | postgresql://me:s3#cret@db/shop                           | percent-encode # and ?
            Postgres | jdbc:postgresql://db/shop                                 | drop 'jdbc:'
            Mysql    | mysql://one,two/shop                                      | write it as mysql://host:3306/database
            Redis    | redis://db:99999                                          | write it as redis://host:6379/0
            """)
    void anotherSaysWhatReplacesIt(Engine engine, String text, String remedy) {
        assertThat(read(engine, text).problems())
                .isNotEmpty()
                .allSatisfy(problem -> assertThat(problem.toString()).doesNotContain("s3cret", "s3#cret"))
                .extracting(Problem::remedy)
                .anySatisfy(it -> assertThat(it).contains(remedy));
    }

    @ParameterizedTest
    @ValueSource(strings = {"me:s3cret@db", "db"})
    void itsTextIsNotPrinted(String authority) {
        var url = "postgresql://" + authority + "/shop";
        assertThat(read(Engine.Postgres, url).valid().orElseThrow().toString()).doesNotContain(authority);
    }

    @ParameterizedTest
    @CsvSource({
        "Postgres, postgresql://db/shop?sslmode=require, VerifyFull, tls-of-url",
        "Mongodb, mongodb://db, Prefer, tls-mode",
        "Redis, rediss://db, Prefer, tls-of-scheme",
        "Redis, rediss://db, Disable, tls-of-scheme",
        "Redis, redis://db, Require, tls-of-scheme",
        "Postgres, postgresql://db/shop?sslmode=require, Require, ''",
        "Postgres, postgresql://db/shop, VerifyCa, ''",
        "Redis, rediss://db, Require, ''",
        "Mongodb, mongodb://db, VerifyCa, ''"
    })
    void aModeMayContradictIt(Engine engine, String text, TlsMode mode, String rule) {
        var contradiction = read(engine, text).valid().orElseThrow().contradiction(mode, "spec.adapters[0]");
        assertThat(contradiction.map(Problem::rule).orElse("")).isEqualTo(rule);
    }

    private static Checked<DatabaseUrl> read(Engine engine, String text) {
        return DatabaseUrl.read(engine, text, PATH);
    }
}
