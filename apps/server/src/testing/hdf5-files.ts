import { gunzipSync } from 'node:zlib'
import { File, ready } from 'h5wasm'

export async function hdf5File(fill: (file: File) => void): Promise<Buffer> {
  const { FS } = await ready
  const file = new File('/made.h5', 'w')
  fill(file)
  file.close()
  const bytes = Buffer.from(FS.readFile('/made.h5'))
  FS.unlink('/made.h5')
  return bytes
}

/**
 * A file written by h5py, because h5wasm cannot write virtual data sets. It contains the data set `own` and two virtual
 * data sets: `here` reads `own`, and `there` reads a file that is missing.
 */
export const VIRTUAL_HDF5 = gunzipSync(
  Buffer.from(
    'H4sIAAAAAAACA+v0cHHj5ZLiYubgYICB/1AgIAHhG0DFZX5tCfX3cAliYqhgEkJWCANcTAyMDAxsfAxAijm/PG8zVCObAEiEtSQjtSh1PyNUjB' +
      '8kxgISus0EVSfPQAhkHGDdBnYCIwMjowgDAxMjIyMLVA5GM/MwMApwwPgKDKxAVzFzcQBdzMzIAPWlAMzAHQxDFrRuO5MADgvFDDbWbGRMQthw' +
      'AcNGmwUalxzAmGNhFoCGETiitgzNsFlionuBlmHDNITDpmV/ZBvDKBgFo2AUMEILM2ZoQeju7O/DiFRDQmtrBkdkDSCQD6rN9TJMGVISSxLB2h' +
      'mRjIUZycjECNUFrOsZOP4d34OkAAQsYMbCdLMA2w1EGrcx4YcdTEUA/2hcjoJRMApGwSgYBaNgFIyCUTAKRsEoGAXEAgBuyz0pEBgAAA==',
    'base64',
  ),
)

/**
 * A file written by h5py with opaque values, mixed byte orders, and compound types whose members are single-precision
 * numbers or enumerations.
 */
export const UNUSUAL_TYPES_HDF5 = gunzipSync(
  Buffer.from(
    'H4sIAAAAAAACA+v0cHHj5ZLiYubgYICB/1AgCxUygIrXzTWb4u/hEsTEUMEkhKwQBriYGBgZGAQEGBiuM0O0xEK1sgkyAKXY8otSUouK9zOiCKZl' +
      'puakFJ9mggiKCjGwYJoMEgMBR/X6a2AnMDIwMoowMDAxMjJCNTLAaGYOBkZREA3ErEAXMXNxAF3LzMgA9Q4bzJ97GIY0eKWZw4UeFtCQZYDRzHoM' +
      'jGHAgOECshOBUcMBCyYBhiQGJkFFe2igODCYcDOY/GdGDTE2aIhxwaycNljDQnH1j1SCYZEJDAugD3mB7DIGBkEFeWiqUmAQ52AQrweykhlYIpgg' +
      'OkBBBdHJweAe5OrqxxDk6gIUKUjMLGJgjQKLA1WAQhObScjBKAANRl6Ya6NpGhaLp8iI+Dt7eMPyXEFiYWnqZqgkjw0oY7AziAAhQ1pickl+EVb3' +
      'YwvAs2fO2J6Y+zWHYRSMglEwLAAjE/N/BgFGBgcWRB5nPHvGx27WzJl2AA2Zn4UdCAAA',
    'base64',
  ),
)

/** A NetCDF 4 file with character variables and with a dimension that has no variable. */
export const NETCDF_4 = gunzipSync(
  Buffer.from(
    'H4sIAAAAAAACA+1bTWwbRRSe3fXP1nFslwSlVJG6FC44rUksl6aHqE7szU9xHGSnOVSFaIM3zaKNXextVKooQT0gEalCggNCiCIQiAOivVTqpaBK' +
      'RFzgiDhW6qESIKSIHoBbmdmZ8dpTu41RgtTofYr3aX52Zt733jc79irvTmbHu0MHQ7KqIo4HDNdP0fIgq1/95NVrM5PZghy+IR92a5SgcIuIkIwk' +
      '0h6LkWuNdX+f3RU4SK6ST2LlYM0xHKtSTsnN7TJvt03HMau1iwprP0DbWRH5bXPFtG/5WDFEDW/9bvLrS+7yuzVJ6iU1soQheKD0khXv104iSkga' +
      'pbpQ6gEexB8hLcqAR9TVCerXPJtpk9U/3Y/IGpRAW17Co3RlvSiMP2g+bzqvlxZTmUqlWrLKhmPWUAzPQz3RmhYqIQ/hAVJWUAAvFvfN5EaLRdRD' +
      '+Cbe4U92alrPF6dm8vPFzGhOR+FDpF5BfnpDfnRad/v7WX/HWjbJwJXfz7/TML03472FoQIlcbiBRN6BW0bis4fqQ/SpqG+dTOQmhBIixCno2320' +
      '/+cCcf72xA1Q4rbv8RlKkehxmvWfXbJqGv4ztLLpZLLjWglTUK7hLNQWLjhaueJ4TStG1TIWbDOhcSTdEBBGIziSPi+SWWvZKjXHsB67D7eO/fMw' +
      'h1xKwY44ROhuoFlUnEPfk8Lh8c44pDm2+FnsK8rhTUl63uVQ9jQiC6IW8lJrwWmIitutv/3Wptrn9pcV3KcuOzKMb3sU6x3rW9QQnzScpuR34YHI' +
      'UOOWbc8Z9gWzpR8tdwrsT/gspTiKg9zbGOHcVHEWPcOCT5xW22ia7uNejjaWVbYXKdsNIsGdnytzM5nJlztW0MbCC9GWjtZ3fobuj9b+IjOoT7nR' +
      'kHh0+vn2adMlR/EjDpNS0Mf1gp7P6JSUl2TqX8lwjJrpeOzUsxupMfToTdqvNpdHlq5EyIqodPez7W9MkK702LyKUCXO5zOvVCvnzapj4YwikjzM' +
      'IraCH5N4hSPJI2WXzpFUYmgwMXRkqbR4bCSZSCYG6ZoGpzf/vEKFhBqEJAubkVhWVHJ7D/PMH3TFE3dH5GSn47RrRHBO2U3RcJVSfouM3zdYK61d' +
      'ZxvmCZ4m9az59Y8vT5DoBProuYI3+MrGsslDSQd5MdwcOhbh6A+XPnBz+iwV7c7IzSeUydN6uPD3gVa5zU8n4VVy307mtrhCrjYx1+uno7d/WndX' +
      '2EO3Ujkf90b4TzsGod6HfmTUb/CJ5tCu4f7G0S/q6mh/ZmylhgGqBu782pjHltQgB3m3z4g0X99kpJ3h1Uc75uLy8fitRnX4uTrIoXGLH+lZY4A3' +
      'LtrGuee6aOGbX26+56oj16k6RMca1UBEfvq3yx+7I68SdfwfWc/BfeOwX7txHwEATwYmMjM58VHDT3QE/Ku4X6jnX8GDQv2WUBbH2demP8fFKMQE' +
      'AAAAAAAAAAAAAACAncZsQdcl9PALB/Ux9w3Hm8vimzcfUAsAAAAAAACwx3D7JL6ki07V+P5Tc6xSLj/iNMnfLolYSwoV7PioAr0AAAAAAOxx9Kep' +
      'vToBFixYsGDBggULFixYsGDBgt17tt37AqnNLwXXTjWXW/2/GwAAAAAAgL2Fc/8C4eQVZK9KAAA=',
    'base64',
  ),
)
