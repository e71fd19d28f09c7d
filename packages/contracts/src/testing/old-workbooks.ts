import { gunzipSync } from 'node:zlib'

const MERGED_XLS = [
  'H4sIADpUB2sC/+1YTWgTQRT+ZjdpfkjTpKZCK9RQsNbai3jxUreK2pOl6kERQbd2saUlkSUe6kGrNUdB8KSIUOnFS9WLPyiiN0GhogdBEBLFk6',
  'eCgoc265u3s5LWHBLQojLfMm/evvlm5u3Om5mdfb2QLs3e6yhjFXbCRMWLoanKJijFgpsUqNzzpBrkUUqexj+FWJQGsimMx82vInIM5XiXYeBu',
  '6DlJ4COlYziNoXzOya4hdrMPtpA+9JMUuEGWJNrZq1aWJ1muY3mHmU9YDrDlMst+4pbEUSxYQ707VBQfMbq4LAnZ7gOu854t29CGFzKKz18RPj',
  'eMXe64Pfl3FnSGEpgDjdugk3Nce7KEDA3gHL55WeBrMFOfZbV9be0CZP++0h6pYb9qhIBpeCc4wItI4KUpS0LYYxfsJfSQBk40LV3n1Hg+RzdT',
  'ju2GQTPSLYxRfih/pjAWl0szT+XUiqnczCGeIDmKFtbTHOgpWqyXbi++2T8ybB1nyzQv3/4iv0n6BQ8XZA2qnASUH2BuL8utLC9yqxtY72CZof',
  'CkvHu4TSn7ZphziUu7qZ/tjLfW5iq9h/TilwMPO4ufrC2kzw+Wz2bm31mz6KJNZ5Tqy2sGfaJPXL8m8cgKcqEWhA8s239ZHKJGSvnuqZ2sBcuI',
  's5pm6d/JtyMUX9TgC+bLFs8ZcfYnjZsbfb6xiv+UnsFQ7Uu2/+5vKbZZo3WT2abimz9b/wy/L8PfmI1W3Gd1oGprjkNDQ0NDQ0NDQ0OjDgj1SW',
  '+qD/ywOjhE1H+dZUoV/Zvkv8VB5Okq0MF0L3KUu5hqKH7WIyyCtkSddYL/hRKHqXcXExhhPyYajl86+Inq56m7Yur3TaFG+6804ucf7v8HBkYK',
  'CAAWAAA=',
].join('')

/** Returns an XLS file with a merged cell that spans two rows. */
export function mergedXls(): Buffer {
  return gunzipSync(Buffer.from(MERGED_XLS, 'base64'))
}
