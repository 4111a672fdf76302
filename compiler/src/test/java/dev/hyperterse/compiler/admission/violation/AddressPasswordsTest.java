package dev.hyperterse.compiler.admission.violation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressPasswordsTest {
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "postgresql://app:hunter2@db:5432/shop, postgresql://app:***@db:5432/shop",
                "app:hun@ter2@db, app:***@db",
                "postgresql://app@db/shop, postgresql://app@db/shop",
                "postgresql://db:5432/shop, postgresql://db:5432/shop",
                "postgresql://db/shop?password=hunter2&a=b, postgresql://db/shop?password=***&a=b",
                "someone@example.com: hello, someone@example.com: hello",
            })
    void passwordsAreMasked(String address, String shown) {
        assertThat(AddressPasswords.masked(address)).isEqualTo(shown);
    }

    /** Each colon was compared with everything behind it. */
    @Test
    @Timeout(30)
    void longTextWithManyColonsIsReadOnce() {
        var log = "12:00:00 level: info ".repeat(100_000);
        assertThat(AddressPasswords.masked(log)).isEqualTo(log);
    }
}
