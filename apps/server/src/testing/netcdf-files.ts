import { gunzipSync } from 'node:zlib'

/**
 * A classic NetCDF file (version 2) written by SciPy. The variables `time`, `level` and `flag` have the unlimited
 * dimension. The variable `name` contains strings.
 */
export const CLASSIC_NETCDF = gunzipSync(
  Buffer.from(
    'H4sIAAAAAAACA3N2cWNiYGBgAWIuIGYGsUsyc1MZIIC9uCSxJDM/jwEqx5qckVhUDJHjAGIeIGYEiZdkluRANYHM43dPLE1PLVZILFHwPrwtB6' +
      'yfG2oPS14i2HwmqF4mBgQAsSUgTMYWJLcwQuV5oGpYS/MyS4oRekRTEiuLFYoz85JTFYwMjEx0DQyBCCLPWpycCHMbG0i9/Q8Ix4EFbi8b1D8g' +
      'q+aA9OSklqXmIMxngLoB7l80+5mScyF2QdWAlC0BuT8tJzEdyf0MSGZBbWfcAAshp/w8cED5JmbmVaFpsD1z5qydz5mzjI2NjfYPIGJ2M2fOsg' +
      'OK2wPZ/0HiHyDi9pIzZ9kbGxvbA9UzgMSh/rVPS0uzbwDSPWfOsgLFAV6yrZD8AQAA',
    'base64',
  ),
)
