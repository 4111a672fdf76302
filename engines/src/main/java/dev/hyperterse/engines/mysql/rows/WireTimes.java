package dev.hyperterse.engines.mysql.rows;

import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Calendar;
import org.mariadb.jdbc.client.ColumnDecoder;
import org.mariadb.jdbc.client.Context;
import org.mariadb.jdbc.client.DataType;
import org.mariadb.jdbc.client.ReadableByteBuf;
import org.mariadb.jdbc.client.socket.Writer;
import org.mariadb.jdbc.client.util.MutableInt;
import org.mariadb.jdbc.plugin.Codec;

/** Reads a {@link WireTime}. The driver finds this class among its plugins, by the requested type. */
public final class WireTimes implements Codec<WireTime> {
    @Override
    public String className() {
        return WireTime.class.getName();
    }

    @Override
    public boolean canDecode(ColumnDecoder column, Class<?> type) {
        return type == WireTime.class;
    }

    @Override
    public WireTime decodeBinary(
            ReadableByteBuf buffer, MutableInt length, ColumnDecoder column, Calendar calendar, Context context) {
        var bytes = new byte[length.get()];
        buffer.readBytes(bytes);
        return new WireTime(bytes);
    }

    @Override
    public WireTime decodeText(
            ReadableByteBuf buffer, MutableInt length, ColumnDecoder column, Calendar calendar, Context context) {
        throw new UnsupportedOperationException("rows of prepared statements are binary");
    }

    @Override
    public boolean canEncode(Object value) {
        return false;
    }

    @Override
    public void encodeText(Writer encoder, Context context, Object value, Calendar calendar, Long length)
            throws SQLException {
        throw neverSent();
    }

    @Override
    public void encodeBinary(Writer encoder, Context context, Object value, Calendar calendar, Long length)
            throws SQLException {
        throw neverSent();
    }

    @Override
    public int getApproximateTextProtocolLength(Object value, Long length) {
        return -1;
    }

    @Override
    public int getBinaryEncodeType() {
        return DataType.VARSTRING.get();
    }

    private static SQLException neverSent() {
        return new SQLFeatureNotSupportedException("times are only read");
    }
}
